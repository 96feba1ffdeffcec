import { isEmail } from '../../contract/email-shape.ts'
import { oneLine } from '../config-values.ts'
import { brandPalette, textContrast, type BrandPalette } from './brand-palette.ts'
import { type BrandLogo, readLogo } from './brand-logo.ts'
import { contrastOf, type Hex } from './colours.ts'

/** How an installation differs from the default appearance (decision 74). */
export interface Brand {
  /** Name of the association. */
  name: string | undefined
  logo: BrandLogo | undefined
  /** Colours derived from the accent; absent means those of `web/ui/theme.css`. */
  palette: BrandPalette | undefined
  help: HelpContact | undefined
}

/** Where users get help: the text that they see, and its link. */
export interface HelpContact {
  text: string
  url: string
}

/** Reads the `BRAND_…` variables and `HELP_CONTACT`; an error names the variable. */
export function readBrand(env: NodeJS.ProcessEnv): Brand {
  return {
    name: oneLine(env, 'BRAND_NAME', 60),
    logo: env.BRAND_LOGO ? readLogo(env.BRAND_LOGO) : undefined,
    palette: env.BRAND_ACCENT ? brandPalette(readAccent(env.BRAND_ACCENT)) : undefined,
    help: readHelp(env),
  }
}

function readAccent(value: string): Hex {
  const hex = value.toLowerCase()
  if (!isHex(hex)) throw new Error(`BRAND_ACCENT must be a colour like #0f6a72, not "${value}".`)
  const contrast = contrastOf('#ffffff', hex)
  if (contrast >= textContrast) return hex
  const shown = (Math.floor(contrast * 100) / 100).toFixed(2)
  throw new Error(
    `BRAND_ACCENT must be darker: white text on ${hex} has a contrast of ${shown}, and needs ${textContrast}.`,
  )
}

const isHex = (value: string): value is Hex => /^#[0-9a-f]{6}$/.test(value)

/** Reads `HELP_CONTACT`: an e-mail address, an https address or a phone number. */
function readHelp(env: NodeJS.ProcessEnv): HelpContact | undefined {
  const value = oneLine(env, 'HELP_CONTACT', 120)
  if (value === undefined) return undefined
  if (isEmail(value)) return { text: value, url: `mailto:${value}` }
  if (/^https:\/\/[^\s"<>]+$/.test(value) && URL.canParse(value))
    return { text: value.replace(/^https:\/\/|\/$/g, ''), url: value }
  if (/^\+?[\d ().-]{8,24}$/.test(value))
    return { text: value, url: `tel:${value.replace(/[^\d+]/g, '')}` }
  throw new Error(
    `HELP_CONTACT must be an e-mail address, an https address or a phone number, not "${value}".`,
  )
}
