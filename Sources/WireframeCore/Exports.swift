// Apps, and all files of this module, have what it takes to write a URL by importing this module.
@_exported public import WireframeRoutes
