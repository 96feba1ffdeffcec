import { refuseFile } from './file-refusal.ts'

/** Number of bytes that are read to detect the kind of a file. */
const headLength = 4096

/** Other kinds of files that people upload, recognised by their first bytes (as Latin-1). */
const otherKinds: readonly [RegExp, string][] = [
  [/^\xD0\xCF/, 'um XLS antigo ou uma planilha com senha'],
  [/^(?:\xFF\xFE|\xFE\xFF)/, 'um texto em UTF-16 (“Texto Unicode”)'],
  [/^%PDF-/, 'um PDF'],
  [/^\{\\rtf/, 'um documento RTF'],
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'uma planilha XML do Excel 2003'],
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|meta|body|table|div|style)\b/is,
    'uma página HTML, mesmo que o nome termine em .xls ou .csv',
  ],
  [/^\s*<\?xml/i, 'um arquivo XML'],
]

/** Refuses a file of another known kind, and names that kind. */
export function refuseOtherKind(bytes: Buffer): void {
  const head = bytes.toString('latin1', 0, headLength).replace(/^(?:\xEF\xBB\xBF)+/, '')
  const [, kind] = otherKinds.find(([pattern]) => pattern.test(head)) ?? []
  if (kind)
    refuseFile(`Este arquivo é ${kind}. Abra-o na planilha, salve-o como XLSX ou CSV e envie-o.`)
}
