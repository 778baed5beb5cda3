import type { Plugin } from 'vite'
import { ground } from '../src/ui/brand.ts'

/**
 * Screen width and height in CSS pixels, portrait, and the display's pixels per CSS pixel: iPhones
 * since 2016.
 */
const phones = [
  [320, 568, 2],
  [375, 667, 2],
  [414, 736, 3],
  [375, 812, 3],
  [414, 896, 2],
  [414, 896, 3],
  [390, 844, 3],
  [428, 926, 3],
  [393, 852, 3],
  [430, 932, 3],
  [402, 874, 3],
  [420, 912, 3],
  [440, 956, 3],
] as const

/**
 * An image that iOS shows until the installed app has painted. Other systems use the manifest's
 * colours and icon.
 */
interface StartupImage {
  /** Path below public/. */
  readonly file: string
  readonly theme: 'dark' | 'light'
  /** CSS pixels; the picture has `scale` pixels for each. */
  readonly width: number
  readonly height: number
  readonly scale: number
}

/** Drawn by `npm run icons`. */
export const startupImages: readonly StartupImage[] = phones.flatMap(([width, height, scale]) =>
  (['dark', 'light'] as const).map((theme) => ({
    file: `startup/${theme}-${width * scale}x${height * scale}.png`,
    theme,
    width,
    height,
    scale,
  })),
)

export const getBackground = ({ theme }: StartupImage): string => ground[theme]

const formatMedia = ({ theme, width, height, scale }: StartupImage) =>
  `(prefers-color-scheme:${theme}) and (device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${scale}) and (orientation:portrait)`

/**
 * Returns the plugin that links them in index.html: each phone fetches the one for its screen, when
 * the app is added to its home screen.
 */
export const linkStartupImages = (): Plugin => ({
  name: 'startup-images',
  apply: 'build',
  transformIndexHtml: () =>
    startupImages.map((image) => ({
      tag: 'link',
      attrs: { rel: 'apple-touch-startup-image', media: formatMedia(image), href: `/${image.file}` },
      injectTo: 'head' as const,
    })),
})
