/**
 * Draws the app's icons and its startup images on iOS into public/: `node scripts/icons.ts`. They
 * are committed; run it again when the mark changes. The mark: a record half out of its sleeve, one
 * side warm, the other teal. It is the same drawing as src/ui/Logo.tsx.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { vinyl } from '#contract/art/colours.ts'
import { dark } from '#src/ui/palette.ts'
import { getBackground, startupImages } from '../build/startup-images.ts'

const publicFolder = new URL('../public/', import.meta.url)
const maxBytes = 15_000
/** The mark's size on a startup image, in CSS pixels. */
const MARK = 128

/** Returns the mark centred on a square of 100: `scale` leaves padding around it. */
const mark = (scale: number) => `
  <g transform="translate(50 50) scale(${scale}) translate(-50 -50)">
    <circle cx="67" cy="50" r="27" fill="${vinyl.disc}" stroke="${vinyl.edge}" stroke-width="2.5"/>
    <circle cx="67" cy="50" r="19.5" fill="none" stroke="${vinyl.groove}" stroke-width="2.5"/>
    <circle cx="67" cy="50" r="12" fill="${vinyl.label}"/>
    <circle cx="68.5" cy="50" r="2.5" fill="${vinyl.hole}"/>
    <rect x="6" y="20" width="60" height="60" rx="7" fill="${dark.side.b.fill}"/>
    <path d="M8.05 77.95A7 7 0 0 1 6 73V27A7 7 0 0 1 13 20H59A7 7 0 0 1 63.95 22.05Z" fill="${dark.side.a.fill}"/>
  </g>`

/** One colour with holes: the system tints it. */
const monochrome = `
  <g transform="translate(50 50) scale(0.72) translate(-50 -50)" fill="#fff">
    <path d="M6 73V27A7 7 0 0 1 13 20H58L6 72Z"/>
    <path d="M66 28V73A7 7 0 0 1 59 80H14Z"/>
    <path fill-rule="evenodd" d="M70 23.2A27 27 0 0 1 70 76.8Z M70 38.5A12 12 0 0 1 70 61.5Z"/>
  </g>`

const svg = (inside: string, ground = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${ground}${inside}\n</svg>\n`

const tile = `<rect width="100" height="100" rx="22" fill="${dark.surface.ground}"/>`
const bleed = `<rect width="100" height="100" fill="${dark.surface.ground}"/>`

interface Drawing {
  readonly file: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly drawing: string
}

const square = (file: string, size: number, drawing: string): Drawing => ({ file, width: size, height: size, drawing })

/**
 * `any` has its own rounded tile; maskable ones extend to the edge with the mark inside the 80 %
 * safe circle.
 */
const icons: readonly Drawing[] = [
  square('icons/icon-192.png', 192, svg(mark(0.86), tile)),
  square('icons/icon-512.png', 512, svg(mark(0.86), tile)),
  square('icons/maskable-192.png', 192, svg(mark(0.72), bleed)),
  square('icons/maskable-512.png', 512, svg(mark(0.72), bleed)),
  square('icons/monochrome-192.png', 192, svg(monochrome)),
  square('icons/monochrome-512.png', 512, svg(monochrome)),
  square('apple-touch-icon.png', 180, svg(mark(0.8), bleed)),
]

/**
 * The mark alone centred on the theme's background, so that the first paint covers no other
 * content.
 */
const startups = startupImages.map((image): Drawing => {
  const { file, width, height, scale } = image
  const place = `translate(${(width - MARK) / 2} ${(height - MARK) / 2}) scale(${MARK / 100})`
  const ground = `<rect width="${width}" height="${height}" fill="${getBackground(image)}"/>`
  return {
    file,
    width: width * scale,
    height: height * scale,
    drawing: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}<g transform="${place}">${mark(1)}</g></svg>`,
  }
})

async function drawPng({ file, width, height, drawing }: Drawing): Promise<void> {
  const sized = drawing.replace('<svg ', `<svg width="${width}" height="${height}" `)
  const png = await sharp(Buffer.from(sized)).png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer()
  if (png.length > maxBytes) throw new Error(`${file} has ${png.length} bytes, more than ${maxBytes}`)
  await writeFile(new URL(file, publicFolder), png)
  console.log(`${file} ${png.length} bytes`)
}

for (const folder of ['icons/', 'startup/']) await mkdir(new URL(folder, publicFolder), { recursive: true })
await writeFile(new URL('favicon.svg', publicFolder), svg(mark(0.96), tile))
for (const drawing of [...icons, ...startups]) await drawPng(drawing)
