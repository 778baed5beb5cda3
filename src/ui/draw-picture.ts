import { type PictureShape, toSvg } from '#contract/art/shapes.ts'

/** A line of text in a picture. It is cut with an ellipsis at its width, in px. */
export interface PictureText {
  readonly kind: 'text'
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly text: string
  /** In CSS notation, such as `800 84px ...`. */
  readonly font: string
  readonly fill: string
  readonly align?: 'left' | 'right'
  readonly width: number
}

export type PictureMark = PictureShape | PictureText

const DISPLAY = "'Bricolage Grotesque', system-ui, sans-serif"
const BODY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
export const pictureFonts = {
  display: (size: number, weight = 800) => `${weight} ${size}px ${DISPLAY}`,
  body: (size: number, weight = 400) => `${weight} ${size}px ${BODY}`,
}

/** Returns the drawing function once shapes and texts are loaded; the canvas can be exported. */
export async function preparePicture(
  size: { readonly width: number; readonly height: number },
  marks: readonly PictureMark[],
): Promise<(canvas: HTMLCanvasElement) => void> {
  const texts = marks.filter((mark) => mark.kind === 'text')
  const shapes = new Image()
  shapes.src = `data:image/svg+xml,${encodeURIComponent(
    toSvg(
      size,
      marks.filter((mark) => mark.kind !== 'text'),
    ),
  )}`
  await Promise.all([shapes.decode(), loadFonts(texts)])
  return (canvas) => {
    Object.assign(canvas, size)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('This browser draws no pictures.')
    context.drawImage(shapes, 0, 0)
    for (const text of texts) write(context, text)
  }
}

function write(context: CanvasRenderingContext2D, { x, y, text, font, fill, align = 'left', width }: PictureText) {
  context.font = font
  context.fillStyle = fill
  context.textAlign = align
  const fitted = fitText(text, width, (part) => context.measureText(part).width)
  context.fillText(fitted, x, y)
}

/** Waits until the fonts are loaded; if they fail, the system's are used. */
async function loadFonts(texts: readonly PictureText[]): Promise<void> {
  try {
    await Promise.all([...new Set(texts.map(({ font }) => font))].map((font) => document.fonts.load(font)))
  } catch (error) {
    console.warn('The font of a picture could not be loaded.', error)
  }
}

export function fitText(full: string, width: number, measure: (text: string) => number): string {
  if (measure(full) <= width) return full
  // By characters, so that no surrogate pair is cut.
  const characters = Array.from(full)
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(`${characters.slice(0, middle).join('').trimEnd()}…`) <= width) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('').trimEnd()}…`
}

export function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be made.'))
      else resolve(new File([blob], name, { type: 'image/png' }))
    }, 'image/png')
  })
}
