import { crc32, deflateRawSync } from 'node:zlib'

/** A file to be packed; `claims` is the size in the zip's directory if it is not the true one. */
interface Packed {
  readonly name: string
  readonly content: string | Buffer
  readonly claims?: number
}

/** Creates a zip in memory, valid or not. */
export function makeZip(...files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const fields = fieldsOf(bytes, packed.length, claims ?? bytes.length, Buffer.byteLength(name))
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, all, end])
}

/**
 * Returns the fields that local header and directory share: version, flags, method, time, checksum,
 * sizes, lengths.
 */
function fieldsOf(bytes: Buffer, packed: number, size: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x0800, 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt16LE(0x21, 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(packed, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}
