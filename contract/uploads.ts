import { PICTURE_MAX_BYTES, PICTURE_SIDES, PICTURE_TYPES, uploadPicture } from './accounts/pictures.ts'
import type { Endpoint } from './endpoint.ts'
import { importListens } from './listening/import-listens.ts'

/** An endpoint with a body: for the server and its documentation. */
export interface Upload {
  readonly endpoint: Endpoint
  /** The required files by name in `multipart/form-data`. Text: the body is one file. */
  readonly parts: Readonly<Record<string, string>> | string
}

const pictureParts = Object.entries(PICTURE_SIDES).map(([size, side]) => [
  size,
  `${side} x ${side} pixels, ${PICTURE_TYPES.join(', ')}, at most ${PICTURE_MAX_BYTES.toLocaleString('en')} bytes`,
])

export const uploads: readonly Upload[] = [
  { endpoint: uploadPicture, parts: Object.fromEntries(pictureParts) },
  { endpoint: importListens, parts: 'A file of listens, or a zip of such; IMPORT_MAX_MB says how long it may be.' },
]
