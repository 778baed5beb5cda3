import type { PictureType } from '#contract/accounts/pictures.ts'

/** A picture as it is stored: what shows it and nothing that tells of its maker, its camera or its place. */
export interface PictureFile {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}
