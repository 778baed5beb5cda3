import * as v from 'valibot'
import { COPY_PICTURES, getOfflinePictures } from '#contract/downloads/offline-copy.ts'
import { AVATAR_CACHE } from '#contract/storage-names.ts'
import { call } from '#src/api/call.ts'
import { Refused } from '#src/api/errors.ts'
import { pictureAddress } from '#src/ui/picture-address.ts'

/** The worker's picture cache, which sw/avatars.ts reads. */
const UPLOADED = /^\/pictures\/([\w-]{1,64})\/med$/
const OwnPath = v.pipe(v.string(), v.regex(UPLOADED))

interface PictureOptions {
  signal: AbortSignal
  /** Called before each request; throws if no more are allowed. */
  onRequest: () => Promise<void>
}

/** Stores members' uploaded pictures that are not stored yet, sixty per request. */
export async function downloadUploadedPictures(
  member: string,
  pictures: readonly string[],
  options: PictureOptions,
): Promise<void> {
  if (typeof caches === 'undefined') return
  const cache = await caches.open(AVATAR_CACHE)
  const missing = (await listMissing(cache, pictures)).filter((picture) => v.is(OwnPath, picture))
  for (let at = 0; at < missing.length; at += COPY_PICTURES) {
    await options.onRequest()
    if (!(await downloadUploaded(cache, member, missing.slice(at, at + COPY_PICTURES), options))) return
  }
}

/** Stores members' pictures from other sites, one by one. */
export async function downloadOtherPictures(pictures: readonly string[], options: PictureOptions): Promise<void> {
  if (typeof caches === 'undefined') return
  const missing = await listMissing(await caches.open(AVATAR_CACHE), pictures)
  for (const picture of missing.filter((path) => !v.is(OwnPath, path))) {
    await options.onRequest()
    // Through the worker, which caches it as it does for a screen.
    await loadImage(pictureAddress(picture) ?? '')
  }
}

async function listMissing(cache: Cache, pictures: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const picture of new Set(pictures)) {
    const address = pictureAddress(picture)
    if (address !== undefined && (await cache.match(address)) === undefined) missing.push(picture)
  }
  return missing
}

/** Resolves to false on a host without this endpoint. */
async function downloadUploaded(cache: Cache, user: string, paths: readonly string[], { signal }: PictureOptions) {
  const hashes = paths.flatMap((path) => UPLOADED.exec(path)?.[1] ?? [])
  try {
    const { pictures } = await call(getOfflinePictures, { user, pictures: hashes.join() }, { signal })
    for (const { path, type, data } of pictures) {
      const address = pictureAddress(path)
      if (signal.aborted || address === undefined) continue
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      await cache.put(address, new Response(bytes, { headers: { 'content-type': type } }))
    }
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Loads a picture as `Avatar` requests it, with CORS. Never rejects. */
const loadImage = (address: string) =>
  new Promise<void>((resolve) => {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.referrerPolicy = 'no-referrer'
    image.onload = () => resolve()
    image.onerror = () => resolve()
    image.src = address
  })
