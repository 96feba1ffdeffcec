import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a ZIP of these files. `claims` is the unpacked size that the ZIP states for each file. */
export function zipOf(files: Record<string, string>, claims?: number): Buffer<ArrayBuffer> {
  const [contents, directory]: Buffer[][] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const packed = deflateRawSync(data)
    const header = Buffer.alloc(30)
    const entry = Buffer.alloc(46)
    header.writeUInt32LE(0x04034b50, 0)
    entry.writeUInt32LE(0x02014b50, 0)
    for (const [block, at] of [
      [header, 8],
      [entry, 10],
    ] as const) {
      block.writeUInt16LE(8, at)
      block.writeUInt32LE(crc32(data), at + 6)
      block.writeUInt32LE(packed.length, at + 10)
      block.writeUInt32LE(claims ?? data.length, at + 14)
      block.writeUInt16LE(name.length, at + 18)
    }
    entry.writeUInt32LE(offset, 42)
    contents?.push(header, Buffer.from(name), packed)
    directory?.push(entry, Buffer.from(name))
    offset += header.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(Buffer.concat(directory ?? []).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...(contents ?? []), ...(directory ?? []), end])
}

/** Returns a workbook with one sheet: the header row of companies, followed by these rows in XML. */
export function workbookOf(rows: string, claims?: number): Buffer<ArrayBuffer> {
  const title = (at: string, text: string) =>
    `<c r="${at}1" t="inlineStr"><is><t>${text}</t></is></c>`
  const titles = `<row r="1">${title('A', 'CNPJ')}${title('B', 'Nome')}${title('C', 'E-mail')}</row>`
  const files = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${titles}${rows}</sheetData></worksheet>`,
  }
  return zipOf(files, claims)
}
