import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '#server/db/open.ts'
import { listMonths, readMonth, toMonthPath } from './listens.ts'
import { listExportedPictures } from './pictures.ts'
import { describeExport } from './readme.ts'
import { listSections } from './sections.ts'

interface Owner {
  readonly id: number
  readonly name: string
}

/**
 * Returns a member's export as a zip. It is read from the database in pages while it is sent, no
 * faster than the client receives it and without holding a connection; concurrent changes may be
 * included or not.
 */
export async function createExport(db: Db, owner: Owner, now: Date): Promise<Readable> {
  const zip = new ZipFile()
  const out = new PassThrough()
  const add = (path: string, lines: () => AsyncIterable<string | Buffer>) =>
    zip.addReadStreamLazy(path, { mtime: now }, (use) => {
      const stream = Readable.from(lines())
      stream.on('error', (error) => out.destroy(error))
      use(null, stream)
    })
  const addText = (path: string, content: string) => zip.addBuffer(Buffer.from(content), path, { mtime: now })

  const sections = listSections(owner.id)
  const pictures = await listExportedPictures(db, owner.id)
  addText('README.txt', describeExport(owner.name, sections, now))
  addText('user.json', `${JSON.stringify({ user_id: owner.id, username: owner.name })}\n`)
  for (const month of await listMonths(db, owner.id)) add(toMonthPath(month), () => readMonth(db, owner.id, month))
  for (const { path, lines } of sections) add(path, () => lines(db))
  for (const { path, bytes } of pictures) add(path, () => bytes(db))
  zip.on('error', (error: Error) => out.destroy(error))
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
