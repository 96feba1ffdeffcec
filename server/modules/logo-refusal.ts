/** Thrown when an image is refused. The message is a sentence for the user. */
export class LogoRefusal extends Error {
  override readonly name = 'LogoRefusal'
}

export function refuse(sentence: string): never {
  throw new LogoRefusal(sentence)
}

/** Refuses an element or attribute of an SVG by name. */
export function refuseContent(name: string): never {
  refuse(`O SVG não pode conter “${name.slice(0, 40)}”. Exporte-o como SVG simples ou use PNG.`)
}
