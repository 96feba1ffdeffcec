import type { Brand } from '../brand/brand.ts'
import { escapeHtml } from '../shared/escape-html.ts'

/** Returns the HTML inside the frame of a mail: paragraphs, a link shown as its URL, and one highlighted value. */
export function mailContent(
  paragraphs: readonly string[],
  { highlight, link }: { highlight?: { label: string; value: string }; link?: string } = {},
): string {
  const body = paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('')
  const box =
    highlight === undefined
      ? ''
      : `<p style="margin:24px 0 8px;text-align:center">${escapeHtml(highlight.label)}</p>
<p style="font:600 24px/1.3 ui-monospace,monospace;overflow-wrap:anywhere;margin:0 0 24px;padding:16px;border:1px solid #8888;border-radius:8px;text-align:center">${escapeHtml(highlight.value)}</p>`
  const anchor =
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
  return `${body}\n${anchor}${box}`
}

/** Content id of the logo, which is attached to the mail. */
export const logoContentId = 'brand-logo'

/** Accent of the default appearance (`web/ui/theme.css`). */
const defaultAccent = '#0f6a72'

/**
 * Returns the HTML of a mail with the frame of the installation: the doorway of the mark in the accent colour, product,
 * association and help contact. The frame is added when the mail is sent. The layout supports dark mode and loads
 * nothing external; mail programs don't show SVG, so only a PNG logo replaces the doorway.
 */
export function mailPage(title: string, content: string, brand: Brand): string {
  const { name, logo, palette, help } = brand
  const accent = palette?.['brand-fill'] ?? defaultAccent
  const mark =
    logo?.type === 'image/png'
      ? `<img src="cid:${logoContentId}" alt="" height="32" style="max-width:160px;vertical-align:middle">`
      : `<span style="display:inline-block;width:20px;height:26px;border:4px solid ${accent};border-bottom:0;border-radius:14px 14px 0 0;vertical-align:middle"></span>`
  const association =
    name === undefined ? '' : `<span style="opacity:.75"> · ${escapeHtml(name)}</span>`
  const contact =
    help === undefined
      ? ''
      : ` Precisa de ajuda? <a href="${escapeHtml(help.url)}">${escapeHtml(help.text)}</a>.`
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 28px;padding-bottom:16px;border-bottom:2px solid ${accent}">${mark}<strong style="margin-left:12px">Gestão de Acesso</strong>${association}</p>
<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>${content}
<p style="font-size:13px;opacity:.75">Gestão de Acesso. Esta é uma mensagem automática; não responda.${contact}</p></div></body></html>`
}

/** Returns the plain text of a mail with association and help contact below its signature. */
export function mailText(text: string, { name, help }: Brand): string {
  const lines = [name, help && `Precisa de ajuda? ${help.text}`]
  return [text, ...lines.filter((line) => line !== undefined)].join('\n')
}
