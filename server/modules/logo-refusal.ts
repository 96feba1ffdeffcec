/** Why a picture is not taken, as a sentence for whoever chose it. */
export class LogoRefusal extends Error {
  override readonly name = 'LogoRefusal'
}

export function refuse(sentence: string): never {
  throw new LogoRefusal(sentence)
}

/** Refuses what an SVG holds, by its name. */
export function refuseContent(name: string): never {
  refuse(`O SVG não pode conter “${name.slice(0, 40)}”. Exporte-o como SVG simples ou use PNG.`)
}
