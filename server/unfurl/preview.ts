/** A sleeve, drawn from the names of its track. */
export interface SleeveNames {
  readonly artist: string
  readonly title: string
}

/** What is drawn on the picture of a preview. Its texts are clean and short. */
export type Drawing =
  | { readonly layout: 'record'; readonly sleeve: SleeveNames; readonly label: string; readonly lines: DrawnLines }
  | {
      readonly layout: 'member'
      readonly name: string
      /** The name of the uploaded picture; null without one. */
      readonly picture: string | null
      readonly lines: DrawnLines
    }
  | { readonly layout: 'swap'; readonly heading: string; readonly sides: readonly [DrawnSide, DrawnSide] }

/** A large line and smaller ones below it. */
export type DrawnLines = readonly [title: string, ...others: string[]]

export interface DrawnSide {
  readonly sleeve: SleeveNames
  readonly lines: DrawnLines
  /** '+4 swag' */
  readonly figure: string
}

/** What everybody may see of a page before it is opened. Its texts are clean and short. */
export interface Preview {
  /** The path of the page with its search, canonical: '/broadcast/12'. */
  readonly path: string
  /** The path of its picture: '/og/broadcast/12.png'. */
  readonly picturePath: string
  readonly type: 'website' | 'profile' | 'music.song' | 'music.album'
  readonly title: string
  readonly description: string
  /** The name of the instance. */
  readonly site: string
  readonly author: { readonly name: string; readonly path: string } | null
  /** Whether a member that the page is about asks search engines to leave it out. */
  readonly isHiddenFromSearch: boolean
  readonly drawing: Drawing
}

export const PICTURE_SIZES = { full: { width: 1200, height: 630 }, half: { width: 600, height: 315 } } as const
export type PictureSizeName = keyof typeof PICTURE_SIZES
