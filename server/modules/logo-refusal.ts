/** Why a picture is not taken, as a sentence for whoever chose it. */
export class LogoRefusal extends Error {
  override readonly name = 'LogoRefusal'
}
