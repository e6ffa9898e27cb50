extension Product {
  static let all = [
    Product(
      id: 1, name: "Desk lamp", cents: 4900,
      text:
        "A lamp of brushed steel that bends where you want it. Warm light, a dimmer at its foot, and a bulb "
        + "that lasts for ten years.",
      picture: "lamp",
      reviews: [
        Review(author: "Mina", stars: 5, text: "Exactly the light that my desk was missing."),
        Review(author: "Tom", stars: 4, text: "Well made. The cable could be longer."),
        Review(author: "Ines", stars: 5, text: "Bends, and stays where it is."),
      ]),
    Product(
      id: 2, name: "Reading chair", cents: 24900,
      text: "Deep, with a high back and arms of oak. The cover comes off and can be washed.",
      picture: "chair",
      reviews: [
        Review(author: "Paul", stars: 5, text: "I have not left it since Sunday."),
        Review(author: "Lea", stars: 4, text: "A little lower than I thought, and very soft."),
      ]),
    Product(
      id: 3, name: "Side table", cents: 8900,
      text: "Solid ash, oiled. It carries a lamp, a cup and the book that you are not reading.",
      picture: "table",
      reviews: [Review(author: "Jan", stars: 4, text: "Pretty, and quick to put together.")]),
    Product(
      id: 4, name: "Wall clock", cents: 3900,
      text: "It does not tick. Large figures, which can be read from the other end of the kitchen.",
      picture: "clock",
      reviews: [
        Review(author: "Rosa", stars: 5, text: "Silent. At last."),
        Review(author: "Kim", stars: 3, text: "Fine, but it came without a battery."),
      ]),
    Product(
      id: 5, name: "Stoneware mug", cents: 1400,
      text: "Thrown by hand, glazed in two colours. No two are the same.",
      picture: "mug",
      reviews: [Review(author: "Olaf", stars: 5, text: "Keeps coffee warm, sits well in the hand.")]
    ),
    Product(
      id: 6, name: "Fern in a pot", cents: 2200,
      text: "A fern for rooms with little light. The pot is of clay, with a saucer.",
      picture: "plant",
      reviews: [Review(author: "Edda", stars: 4, text: "Arrived fresh, and grows.")]),
    Product(
      id: 7, name: "Bookshelf", cents: 15900,
      text: "Four boards of oak that hold forty kilograms each.",
      picture: "shelf",
      reviews: [Review(author: "Sven", stars: 5, text: "Straight, strong, and no visible screws.")]),
    Product(
      id: 8, name: "Wool blanket", cents: 6900,
      text: "Woven of new wool, 140 by 200 centimetres, in the colours of late summer.",
      picture: "blanket",
      reviews: [Review(author: "Yara", stars: 5, text: "Warm, light, and it does not scratch.")]),
  ]
}
