/** Allowed elements: shapes, groups, gradients, masks and text. None that links, loads, animates or runs. */
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

/** Elements whose text is preserved. */
export const svgTextElements: ReadonlySet<string> = new Set(['title', 'desc', 'text', 'tspan'])

/** Allowed geometry and presentation attributes, also in `style`. Others are dropped, or refused if they act. */
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
