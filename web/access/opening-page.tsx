import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { doorwayShape } from '../ui/doorway-shape.ts'

/** Tokens of `theme.css` that the page uses, each with its system colour for the forced-colors mode. */
const tokens = {
  '--surface-page': 'Canvas',
  '--surface': 'Canvas',
  '--text': 'CanvasText',
  '--accent-line': 'CanvasText',
  '--accent-soft': 'Canvas',
  '--accent-text': 'CanvasText',
}

/**
 * Shows an open doorway and 'Abrindo …' in the empty window of a module, until the browser has loaded the module
 * (decision 74). The window is a document of its own without style sheets, so it takes the colours of this page.
 */
export function showOpening(opened: Window, module: string): void {
  const { document: page } = opened
  const { documentElement: root } = page
  const style = getComputedStyle(document.documentElement)
  const forced = matchMedia('(forced-colors: active)').matches
  for (const [token, system] of Object.entries(tokens))
    root.style.setProperty(token, forced ? system : style.getPropertyValue(token))
  root.style.colorScheme = style.colorScheme
  root.lang = 'pt-BR'
  page.title = openingText(module)
  // Without a viewport, telephones lay the page out for a desktop.
  const viewport = page.createElement('meta')
  viewport.name = 'viewport'
  viewport.content = 'width=device-width, initial-scale=1'
  page.head.append(viewport)
  page.body.style.margin = '0'
  // Rendered synchronously, so that the browser paints it before the server responds.
  flushSync(() => createRoot(page.body).render(<OpeningPage module={module} />))
}

const openingText = (module: string) => `Abrindo ${module}…`

function OpeningPage({ module }: { module: string }) {
  return (
    <main
      style={{
        display: 'grid',
        minHeight: '100dvh',
        padding: '1.5rem',
        boxSizing: 'border-box',
        gap: '1.5rem',
        placeContent: 'center',
        justifyItems: 'center',
        background: 'var(--surface-page)',
        color: 'var(--text)',
        fontFamily: 'system-ui, sans-serif',
        textAlign: 'center',
      }}
    >
      <OpenDoorway />
      <h1 style={{ margin: 0, fontSize: '1.25rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {openingText(module)}
      </h1>
    </main>
  )
}

/** The open state of `Doorway`, painted without a style sheet. */
function OpenDoorway() {
  const { frame, room, light, floor } = doorwayShape
  const line = { fill: 'none', stroke: 'var(--accent-line)', strokeWidth: 3 } as const
  return (
    <svg width="128" height="144" viewBox="0 0 64 72" aria-hidden="true" strokeLinecap="round">
      <path style={line} d={frame} />
      <path style={{ fill: 'var(--accent-soft)' }} d={room} />
      <path style={{ fill: 'var(--accent-soft)' }} d={light} />
      <path
        style={{ fill: 'var(--surface)', stroke: 'var(--accent-text)', strokeWidth: 2.5 }}
        strokeLinejoin="round"
        transform="translate(17 68) skewY(9) scale(.34 1) translate(-17 -68)"
        d={room}
      />
      <path style={line} d={floor} />
    </svg>
  )
}
