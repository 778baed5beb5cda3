import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = new Set(['.html', '.js', '.css', '.json', '.svg', '.webmanifest', '.txt', '.xml'])

/** Compresses with brotli as the server sends it: quality 11, with a size hint. */
export const brotli = (bytes: Uint8Array): Promise<Uint8Array> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })

/** Returns whether compression shrinks a file: fonts and pictures are already compressed. */
export const isText = (path: string): boolean => TEXT.has(extname(path))

const writtenAt = async (path: string) => (await stat(path).catch(() => null))?.mtimeMs ?? 0

async function compressFile(path: string): Promise<boolean> {
  const sourceAt = await writtenAt(path)
  if ((await writtenAt(`${path}.br`)) >= sourceAt && (await writtenAt(`${path}.gz`)) >= sourceAt) return false
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, await brotli(bytes))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  return true
}

/**
 * Writes `.br` and `.gz` beside every text file below a folder where they are missing or outdated;
 * returns the file count.
 */
export async function compressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && isText(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const done = await Promise.all(files.map(compressFile))
  return done.filter(Boolean).length
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? 'dist'
  console.log(`${await compressFolder(folder)} files of ${folder} compressed`)
}
