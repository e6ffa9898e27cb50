internal import WireframeCore

extension RouteManifest {
  /// The routes as one HTML page without other files: a searchable tree, with filters by tag and exposure.
  ///
  /// It loads nothing, can be read without scripts, and is light or dark as the reader's system.
  ///
  /// - Parameter title: The page's title.
  /// - Returns: The page.
  public func html(title: String = "Routes") -> String {
    let rows = tree.map { row($0.entry, depth: $0.depth) }.joined(separator: "\n")
    let tags = Set(routes.flatMap(\.sortedTags)).sorted()
    let exposures = Set(routes.map { "\($0.exposure)" }).sorted()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <title>\(title.html)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>\(title.html)</h1>
      <p class="sources">\(sources.map { "<code>\($0.html)</code>" }.joined(separator: " "))</p>
      <form role="search" hidden>
      <label>Search <input type="search" id="search" autocomplete="off" placeholder="pattern, tag, guard …"></label>
      <label>Tag <select id="tag"><option value="">all</option>\(Self.options(tags))</select></label>
      <label>Exposure <select id="exposure"><option value="">all</option>\(Self.options(exposures))</select></label>
      </form>
      <p id="count" role="status">\(entries.count) routes</p>
      </header>
      <main>
      <ul id="routes">
      \(rows)
      </ul>
      <p id="none" hidden>No route fits.</p>
      </main>
      \(gateSection)<script>
      \(Self.script)
      </script>
      </body>
      </html>

      """
  }

  /// The routes in the order of their paths, each with the number of routes above it.
  private var tree: [(entry: Entry, depth: Int)] {
    let parents = pathParents
    let byParent = Dictionary(grouping: entries) { parents[$0.route.pattern] }
    var rows: [(Entry, Int)] = []
    func add(below parent: RoutePattern?, depth: Int) {
      for entry in byParent[parent] ?? [] {
        rows.append((entry, depth))
        add(below: entry.route.pattern, depth: depth + 1)
      }
    }
    add(below: nil, depth: 0)
    return rows
  }

  private func row(_ entry: Entry, depth: Int) -> String {
    let route = entry.route
    let facts: [(String, String)] = [
      ("Option", route.option ?? ""), ("Does", route.target.inWords),
      ("Exposure", "\(route.exposure)"), ("Guards", entry.guards.joined(separator: ", ")),
      ("Parent", route.parent.map { "\($0)" } ?? ""), ("Tab", route.tab ?? ""),
      ("Module", route.module ?? ""), ("Type", route.type ?? ""),
      ("Old names", route.aliases.map { "\($0)" }.joined(separator: ", ")),
      ("Switched", route.isOff ? "off" : ""),
    ].filter { !$0.1.isEmpty }
    let details = facts.map { "<dt>\($0.0)</dt><dd>\($0.1.html)</dd>" }.joined()
    let tags = route.sortedTags.map { "<span class=\"tag\">\($0.html)</span>" }.joined(
      separator: " ")
    let exposure =
      route.exposure == .closed ? "" : "<span class=\"open\">\("\(route.exposure)".html)</span>"
    let marks = [tags, exposure].filter { !$0.isEmpty }.joined(separator: " ")
    return """
      <li style="--depth:\(min(depth, 8))" data-tags="\(route.sortedTags.map(\.html).joined(separator: "\t"))" \
      data-exposure="\("\(route.exposure)".html)"><details><summary><code>\
      \("\(route.pattern)".html)</code><span class="marks">\(marks)</span></summary>\
      <dl>\(details)</dl></details></li>
      """
  }

  private var gateSection: String {
    guard !redirects.isEmpty else { return "" }
    let rows = redirects.map { redirect in
      let target = redirect.target.map { "<code>\("\($0)".html)</code>" } ?? "nowhere"
      return "<li>\(redirect.observer.sentenceCased.html) leads to \(target)</li>"
    }
    return "<footer><h2>Gates and redirects</h2><ul>\(rows.joined())</ul></footer>\n"
  }

  private static func options(_ values: [String]) -> String {
    values.map { #"<option value="\#($0.html)">\#($0.html)</option>"# }.joined()
  }

  private static let style = """
    :root { --ink: #1d2129; --faint: #5c6470; --line: #dfe3e8; --paper: #fff; --soft: #f4f6f8;
      --tag: #3b4a9c; --tag-paper: #e8ebfa; --open: #0b6a3b; --open-paper: #e0f4e8; --focus: #2f6fed; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --faint: #9aa4b2; --line: #313843;
      --paper: #14181e; --soft: #1c222a; --tag: #b9c4ff; --tag-paper: #2a3160; --open: #8fe3b5;
      --open-paper: #123b27; --focus: #7aa5ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; color: var(--ink);
      background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
    h1 { margin: 0 0 .25rem; font-size: 1.6rem; }
    h2 { font-size: 1.1rem; }
    code { font: .95em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    .sources { margin: 0 0 1rem; color: var(--faint); }
    form { display: flex; flex-wrap: wrap; gap: .75rem; }
    form[hidden] { display: none; }
    label { display: flex; flex-direction: column; font-size: .8rem; color: var(--faint); }
    label:first-child { flex: 1 1 14rem; }
    input, select { font: 1rem system-ui, sans-serif; padding: .45rem .6rem; color: var(--ink);
      background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; max-width: 100%; }
    ::placeholder { color: var(--faint); opacity: 1; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    #count { margin: .75rem 0; color: var(--faint); font-size: .9rem; }
    ul { list-style: none; margin: 0; padding: 0; }
    #routes { border-top: 1px solid var(--line); }
    #routes > li { border-bottom: 1px solid var(--line); }
    li[hidden] { display: none; }
    summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; cursor: pointer;
      padding: .5rem .5rem .5rem calc(.5rem + var(--depth) * 1.25rem); }
    summary::-webkit-details-marker { display: none; }
    summary::before { content: '›'; width: .6rem; color: var(--faint); }
    details[open] > summary::before { transform: rotate(90deg); }
    summary:hover { background: var(--soft); }
    .marks { display: flex; flex-wrap: wrap; gap: .3rem; margin-left: auto; }
    .tag, .open { font-size: .75rem; padding: .05rem .5rem; border-radius: 1rem; overflow-wrap: anywhere; }
    .tag { color: var(--tag); background: var(--tag-paper); }
    .open { color: var(--open); background: var(--open-paper); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0;
      padding: .25rem .5rem 1rem calc(1.85rem + var(--depth) * 1.25rem); font-size: .9rem; }
    dt { color: var(--faint); }
    dd { margin: 0; overflow-wrap: anywhere; }
    footer { margin-top: 2rem; }
    footer li { padding: .2rem 0; }
    @media (max-width: 36rem) { li { --depth: 0 !important; }
      .marks { margin-left: 1.35rem; flex-basis: 100%; } .marks:empty { display: none; }
      summary code { flex: 1; }
      dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } }
    """

  private static let script = """
    (() => {
      const search = document.getElementById('search');
      const tag = document.getElementById('tag');
      const exposure = document.getElementById('exposure');
      const rows = [...document.querySelectorAll('#routes > li')].map(row => ({ row,
        text: row.textContent.toLowerCase(), tags: row.dataset.tags.split('\\t') }));
      const form = document.querySelector('form');
      const update = () => {
        const words = search.value.toLowerCase().split(' ').filter(word => word);
        let count = 0;
        for (const { row, text, tags } of rows) {
          const fits = words.every(word => text.includes(word))
            && (!tag.value || tags.includes(tag.value))
            && (!exposure.value || row.dataset.exposure === exposure.value);
          row.hidden = !fits;
          if (fits) count += 1;
        }
        document.getElementById('count').textContent =
          count === rows.length ? count + ' routes' : count + ' of ' + rows.length + ' routes';
        document.getElementById('none').hidden = count > 0;
      };
      form.hidden = false;
      form.addEventListener('input', update);
      form.addEventListener('submit', event => event.preventDefault());
      document.addEventListener('keydown', event => {
        const shown = rows.filter(({ row }) => !row.hidden).map(({ row }) => row.querySelector('summary'));
        const index = shown.indexOf(document.activeElement);
        if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
        else if (event.key === 'Escape') { search.value = ''; update(); search.focus(); }
        else if (event.key === 'ArrowDown' && (index >= 0 || document.activeElement === search)) {
          event.preventDefault(); (shown[index + 1] ?? shown[index])?.focus();
        } else if (event.key === 'ArrowUp' && index >= 0) {
          event.preventDefault(); (shown[index - 1] ?? search).focus();
        }
      });
      update();
    })();
    """
}

extension RegisteredRoute.Target {
  fileprivate var inWords: String {
    switch self {
    case .handler: "acts, and shows nothing"
    case .addedProviders: "shows a screen of the added providers"
    case .provider: "shows a screen"
    }
  }
}

extension String {
  /// The text for HTML, in an element or between the quotes of an attribute.
  fileprivate var html: String {
    var html = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case _ where scalar.isUnprintable: html += String(scalar).escaped
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}
