import sharp, { type OverlayOptions } from 'sharp'
import { avatarArt } from '#contract/art/avatar-art.ts'
import { avatarColours, avatarInk } from '#contract/art/colours.ts'
import { type PictureShape, RECORD_REACH, toSvg } from '#contract/art/shapes.ts'
import { type Drawing, PICTURE_SIZE } from '../preview.ts'
import { drawText } from './draw-text.ts'

/**
 * The dark theme's colours: server/previews/picture/draw-picture.test.ts compares them with the app.
 */
export const colours = {
  ground: '#100f14',
  text: '#f6f2ea',
  quiet: '#a49fae',
  swag: '#ffc857',
  a: '#ff7a45',
  tints: ['#40241e', '#1f3637'],
} as const

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE
const MARGIN = 72
/** A member's uploaded picture has at most about half as many pixels. */
const PIXELS_MAX = 4_000_000

interface Part {
  readonly shapes: readonly PictureShape[]
  readonly overlays: readonly (OverlayOptions | undefined)[]
}

/**
 * Draws a preview as a PNG. `uploaded` is the member's picture in the layout `member`. The same
 * drawing is the same file.
 */
export async function drawPicture(drawing: Drawing, uploaded?: Uint8Array): Promise<Buffer> {
  const { shapes, overlays } = await drawParts(drawing, uploaded)
  const ground = toSvg(PICTURE_SIZE, [{ kind: 'box', x: 0, y: 0, ...PICTURE_SIZE, fill: colours.ground }, ...shapes])
  const brand = place(
    await drawText('Flipside', { size: 34, colour: colours.a, width: 300, height: 44 }),
    ({ width, height }) => ({ left: WIDTH - MARGIN - width, top: HEIGHT - 28 - height }),
  )
  return sharp(Buffer.from(ground))
    .composite([...overlays, brand].filter((overlay) => overlay !== undefined))
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer()
}

function drawParts(drawing: Drawing, uploaded: Uint8Array | undefined): Promise<Part> {
  if (drawing.layout === 'record') return drawRecordPart(drawing)
  return drawing.layout === 'member' ? drawMemberPart(drawing, uploaded) : drawSwapPart(drawing)
}

type Of<Layout> = Extract<Drawing, { readonly layout: Layout }>

async function drawRecordPart({ sleeve, label, lines }: Of<'record'>): Promise<Part> {
  const size = 400
  const x = MARGIN + Math.round(size * RECORD_REACH) + 48
  return {
    shapes: [{ kind: 'record', x: MARGIN, y: (HEIGHT - size) / 2, size, ...sleeve }],
    overlays: await drawLines([label, ...lines], x, [
      { size: 30, colour: colours.a, height: 80 },
      { size: lines[0].length > 40 ? 46 : 60, colour: colours.text, height: 290 },
      { size: 36, colour: colours.quiet, height: 90 },
    ]),
  }
}

async function drawMemberPart({ name, lines }: Of<'member'>, uploaded: Uint8Array | undefined): Promise<Part> {
  const size = 340
  const [x, y] = [MARGIN, (HEIGHT - size) / 2]
  const picture = uploaded && (await drawRound(uploaded, size))
  const { letter, colour } = avatarArt(name)
  const drawnLetter = picture
    ? undefined
    : await drawText(letter, { size: 190, colour: avatarInk, width: size, height: size - 80 })
  return {
    shapes: picture
      ? []
      : [{ kind: 'disc', x: x + size / 2, y: y + size / 2, radius: size / 2, fill: avatarColours[colour] ?? '' }],
    overlays: [
      picture && { input: picture, left: x, top: y },
      place(drawnLetter, ({ width, height }) => ({
        left: Math.round(x + (size - width) / 2),
        top: Math.round(y + (size - height) / 2),
      })),
      ...(await drawLines(lines, x + size + 64, [
        { size: name.length > 20 ? 54 : 76, colour: colours.text, height: 250 },
        { size: 40, colour: colours.swag, height: 60 },
      ])),
    ],
  }
}

/** Returns an uploaded picture as a disc, or undefined if it cannot be decoded. */
async function drawRound(uploaded: Uint8Array, size: number): Promise<Buffer | undefined> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`
  try {
    return await sharp(uploaded, { limitInputPixels: PIXELS_MAX, pages: 1 })
      .resize(size, size, { fit: 'cover' })
      .ensureAlpha()
      .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch {
    // sharp throws plain errors for images that are broken or too large.
    return undefined
  }
}

async function drawSwapPart({ heading, sides }: Of<'swap'>): Promise<Part> {
  const [top, height, gap] = [158, 184, 24]
  const size = height - 48
  const x = MARGIN + 32 + Math.round(size * RECORD_REACH) + 36
  const figureWidth = 180
  const parts = await Promise.all(
    sides.map(async ({ sleeve, lines, figure }, at) => {
      const y = top + at * (height + gap)
      const width = WIDTH - MARGIN - 32 - figureWidth - x
      const rows = await drawLines(
        lines,
        x,
        [
          { size: 40, colour: colours.text, height: 92 },
          { size: 30, colour: colours.quiet, height: 38 },
        ],
        { width, top: y, height },
      )
      const layer = await drawText(figure, { size: 40, colour: colours.swag, width: figureWidth, height: 60 })
      return {
        shapes: [
          { kind: 'box', x: MARGIN, y, width: WIDTH - 2 * MARGIN, height, radius: 28, fill: colours.tints[at] ?? '' },
          { kind: 'record', x: MARGIN + 32, y: y + 24, size, ...sleeve },
        ] satisfies PictureShape[],
        overlays: [
          ...rows,
          place(layer, (text) => ({
            left: WIDTH - MARGIN - 32 - text.width,
            top: Math.round(y + (height - text.height) / 2),
          })),
        ],
      }
    }),
  )
  const title = await drawText(heading, { size: 48, colour: colours.text, width: WIDTH - 2 * MARGIN, height: 96 })
  return {
    shapes: parts.flatMap((part) => part.shapes),
    overlays: [
      place(title, (text) => ({ left: MARGIN, top: Math.round(88 - text.height / 2) })),
      ...parts.flatMap((part) => part.overlays),
    ],
  }
}

interface LineStyle {
  readonly size: number
  readonly colour: string
  /** The maximum height, in px. */
  readonly height: number
}

interface Area {
  readonly width: number
  readonly top: number
  readonly height: number
}

/** Draws lines below each other, centred in the height. Lines that cannot be drawn take no room. */
async function drawLines(
  lines: readonly string[],
  x: number,
  styles: readonly LineStyle[],
  area: Area = { width: WIDTH - MARGIN - x, top: 0, height: HEIGHT },
): Promise<(OverlayOptions | undefined)[]> {
  const styled = lines.flatMap((line, at) => {
    const style = styles[at]
    return style === undefined ? [] : [drawText(line, { ...style, width: area.width })]
  })
  const layers = (await Promise.all(styled)).filter((layer) => layer !== undefined)
  const gap = 20
  const total = layers.reduce((sum, layer) => sum + layer.raw.height + gap, -gap)
  let y = area.top + Math.round((area.height - total) / 2)
  return layers.map((layer) => {
    const placed = place(layer, () => ({ left: x, top: y }))
    y += layer.raw.height + gap
    return placed
  })
}

type Layer = Awaited<ReturnType<typeof drawText>>

const place = (
  layer: Layer,
  toPlace: (size: { readonly width: number; readonly height: number }) => { left: number; top: number },
): OverlayOptions | undefined => layer && { input: layer.input, raw: layer.raw, ...toPlace(layer.raw) }
