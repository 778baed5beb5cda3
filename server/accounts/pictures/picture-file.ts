import type { PictureType } from '#contract/accounts/pictures.ts'

/** A picture as it is stored, without metadata about its author, camera or location. */
export interface PictureFile {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}
