import { unzipSync } from 'fflate'
import { refuseFile } from './file-refusal.ts'
import type { DateSystem } from './serial-days.ts'
import { readElements } from './xml-elements.ts'
import { damaged, requireModestZip } from './zip-directory.ts'

/** A sheet of a workbook, in the order of its tabs. */
export interface Sheet {
  name: string
  bytes: Uint8Array
}

/** The parts of a workbook that the import reads. */
export interface Workbook {
  /** Visible worksheets. */
  sheets: Sheet[]
  strings: Uint8Array | undefined
  styles: Uint8Array | undefined
  dates: DateSystem
}

type Files = ReadonlyMap<string, Uint8Array>

/** Unpacks a workbook and finds its visible sheets. */
export function openWorkbook(bytes: Buffer): Workbook {
  requireModestZip(bytes)
  const files = unpack(bytes)
  const path = pathsOf(files, '').officeDocument ?? 'xl/workbook.xml'
  const workbook = files.get(path.toLowerCase()) ?? damaged()
  const targets = relationsOf(files, path)
  const sheets = listSheets(workbook).flatMap(({ name, hidden, id }) => {
    const target = targets.get(id)
    if (hidden || target?.type !== 'worksheet') return []
    return [{ name, bytes: files.get(target.path.toLowerCase()) ?? damaged() }]
  })
  if (sheets.length === 0) damaged()
  const { sharedStrings, styles } = pathsOf(files, path)
  return {
    sheets,
    strings: files.get(sharedStrings?.toLowerCase() ?? ''),
    styles: files.get(styles?.toLowerCase() ?? ''),
    dates: dateSystemOf(workbook),
  }
}

/** Returns a name in the archive for comparison. Some programs write backslashes, and case does not matter. */
const plainPath = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '')

function unpack(bytes: Buffer): Files {
  const names: string[] = []
  const files = unzipSync(bytes, {
    filter: ({ name }) => {
      names.push(plainPath(name))
      return /\.(?:xml|rels)$/i.test(name)
    },
  })
  refuseOtherKind(names)
  return new Map(
    Object.entries(files).map(([name, file]) => [plainPath(name).toLowerCase(), file] as const),
  )
}

/** Other kinds of ZIP archives, recognised by a file name that occurs only in them. */
const otherKinds: readonly [RegExp, string][] = [
  [/^xl\/workbook\.bin$/i, 'um arquivo XLSB (pasta binária do Excel)'],
  [/^content\.xml$/i, 'um arquivo OpenDocument (ODS, do LibreOffice)'],
  [/^Index(?:\.zip|\/Document\.iwa)$/i, 'um arquivo do Numbers'],
  [/^word\//i, 'um documento do Word'],
  [/^ppt\//i, 'uma apresentação do PowerPoint'],
]

function refuseOtherKind(names: readonly string[]): void {
  const [, kind] = otherKinds.find(([pattern]) => names.some((name) => pattern.test(name))) ?? []
  if (kind) refuseFile(`Este é ${kind}. Salve a planilha como XLSX ou CSV e envie-a de novo.`)
  if (names.some((name) => /\.(?:csv|xlsx|xlsm|xls|ods)$/i.test(name)))
    refuseFile('Este é um arquivo ZIP com outros dentro. Extraia a planilha e envie-a.')
}

function listSheets(workbook: Uint8Array): { name: string; hidden: boolean; id: string }[] {
  const sheets: { name: string; hidden: boolean; id: string }[] = []
  readElements(workbook, {
    open: (element, attribute) => {
      if (element !== 'sheet') return
      const state = attribute('state') ?? 'visible'
      sheets.push({
        name: attribute('name') ?? '',
        hidden: state !== 'visible',
        id: attribute('id') ?? '',
      })
    },
  })
  return sheets
}

function dateSystemOf(workbook: Uint8Array): DateSystem {
  let since1904 = false
  readElements(workbook, {
    open: (element, attribute) => {
      if (element === 'workbookPr') since1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '')
    },
  })
  return since1904 ? 1904 : 1900
}

interface Relation {
  /** Last segment of the relationship type, for example 'worksheet'. */
  type: string
  path: string
}

/** Returns the relationships of a file in the archive, by id. The path '' stands for the archive itself. */
function relationsOf(files: Files, path: string): Map<string, Relation> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const relations = new Map<string, Relation>()
  const file = files.get(`${folder}_rels/${path.slice(folder.length)}.rels`.toLowerCase())
  if (!file) return relations
  readElements(file, {
    open: (element, attribute) => {
      if (element !== 'Relationship') return
      const type = (attribute('Type') ?? '').split('/').at(-1) ?? ''
      const target = plainTarget(folder, attribute('Target') ?? '')
      relations.set(attribute('Id') ?? '', { type, path: target })
    },
  })
  return relations
}

/** Resolves the target of a relationship. It is relative to `folder` unless it begins with a slash. */
function plainTarget(folder: string, target: string): string {
  const absolute = /^[\\/]/.test(target)
  const { pathname } = new URL(plainPath(target), absolute ? 'file:///' : `file:///${folder}`)
  return decodeURIComponent(pathname).slice(1)
}

function pathsOf(files: Files, path: string): Partial<Record<string, string>> {
  const relations = [...relationsOf(files, path).values()]
  return Object.fromEntries(relations.map((relation) => [relation.type, relation.path]))
}
