/** What a logo may be drawn with: shapes, groups, gradients, masks and text. Nothing that links, loads, moves or runs. */
export const svgElements: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'text',
  'tspan',
])

/** Elements whose text is kept. */
export const svgTextElements: ReadonlySet<string> = new Set(['title', 'desc', 'text', 'tspan'])

/** Geometry and presentation, as attributes or in `style`; all others are dropped, but refused where they act. */
export const svgAttributes: ReadonlySet<string> = new Set(
  `id x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform offset
  dx dy rotate textLength lengthAdjust text-anchor pathLength version
  clipPathUnits maskUnits maskContentUnits gradientUnits gradientTransform spreadMethod
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule mask mask-type display
  visibility overflow vector-effect paint-order shape-rendering isolation mix-blend-mode transform-origin
  font-family font-size font-style font-weight letter-spacing word-spacing dominant-baseline text-rendering`.split(
    /\s+/,
  ),
)
