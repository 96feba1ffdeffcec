import { z } from 'zod'
import { idInPath } from './fields.ts'

/** Maximum size of the logo of a module or a company. The limits for logos are our own. */
export const logoMaxBytes = 262_144
const logoBase64Max = Math.ceil(logoMaxBytes / 3) * 4
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

/** Input and output of an endpoint that sets the logo of a record. */
export const logoUpload = {
  params: z.strictObject({ id: idInPath }),
  body: z.strictObject({
    /** The file in Base64. */
    content: z
      .string()
      .min(1, 'Escolha uma imagem.')
      .max(logoBase64Max, 'A imagem deve ter no máximo 256 KB.')
      .pipe(z.base64('A imagem deve ser enviada em Base64.')),
  }),
  bodyLimit: logoBase64Max + 1024,
  success: z.object({ logo: z.string() }),
}

/**
 * Path parameters of an endpoint that serves a logo. The digest is a SHA-256 in hex: of the image, and for companies
 * also of a random value, so that it cannot be calculated from the image (decision 82).
 */
export const logoParams = z.strictObject({
  id: idInPath,
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
