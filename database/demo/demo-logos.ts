import { createHash } from 'node:crypto'

/** White 24 × 24 icons, each with its background colour. */
const signs = {
  key: [
    '#1f5f8b',
    'M9 7a4 4 0 1 0 3.5 6H15v3h3v-3h2v-3h-7.5A4 4 0 0 0 9 7Zm0 2.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  ],
  box: [
    '#7a4fa3',
    'M12 3 4 7v10l8 4 8-4V7l-8-4Zm0 2.3L16.8 8 12 10.4 7.2 8 12 5.3ZM6 9.7l5 2.5v5.6l-5-2.5V9.7Z',
  ],
  prefix: ['#2f7d4f', 'M9 4 7 20h2l2-16H9Zm6 0-2 16h2l2-16h-2ZM4 8v2h16V8H4Zm0 6v2h16v-2H4Z'],
  swap: ['#b4552d', 'M7 5 3 9l4 4v-3h10V8H7V5Zm10 6v3H7v2h10v3l4-4-4-4Z'],
  chart: ['#3b4f8f', 'M4 20V10h4v10H4Zm6 0V4h4v16h-4Zm6 0v-7h4v7h-4Z'],
} as const

/** Logos of some modules; the others have none on purpose. */
export function demoLogos(consoleModuleId: number, exampleModuleId: number) {
  return [
    logo(consoleModuleId, signs.key),
    logo(exampleModuleId, signs.box),
    logo(7, signs.prefix),
    logo(10, signs.swap),
    logo(15, signs.chart),
  ]
}

function logo(moduleId: number, [colour, path]: readonly [string, string]) {
  const content = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96">` +
      `<rect width="24" height="24" rx="5" fill="${colour}"/><path fill="#fff" d="${path}"/></svg>\n`,
  )
  const digest = createHash('sha256').update(content).digest('hex')
  return { module_id: moduleId, content, content_type: 'image/svg+xml', digest }
}
