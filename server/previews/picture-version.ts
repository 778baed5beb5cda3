import { createHash } from 'node:crypto'
import type { Drawing } from './preview.ts'

/** Increased when pictures from the same drawing look different. */
const DRAWN_AS = 1

/** Returns a hash over the drawing: a changed name or sleeve has another address. */
export const toPictureVersion = (drawing: Drawing): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWN_AS, drawing]))
    .digest('base64url')
    .slice(0, 16)
