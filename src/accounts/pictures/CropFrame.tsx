import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './CropFrame.css.ts'
import { type Crop, panCrop, ZOOM_MAX } from './crop.ts'
import { drawCrop } from './encode.ts'

const PREVIEW_PX = 640

interface CropFrameProps {
  picture: ImageBitmap
  crop: Crop
  onCrop: (crop: Crop) => void
}

/** Selects a picture's square: by dragging, or by three sliders, which keys move too. */
export function CropFrame({ picture, crop, onCrop }: CropFrameProps) {
  const canvas = useCropDrawing(picture, crop)
  const last = useRef<{ x: number; y: number }>(undefined)
  const pull = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current
    if (!from) return
    last.current = { x: event.clientX, y: event.clientY }
    const { clientWidth } = event.currentTarget
    onCrop(panCrop(picture, crop, (event.clientX - from.x) / clientWidth, (event.clientY - from.y) / clientWidth))
  }
  const grab = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = { x: event.clientX, y: event.clientY }
  }
  const release = () => {
    last.current = undefined
  }
  return (
    <Stack gap="m">
      <canvas
        ref={canvas}
        width={PREVIEW_PX}
        height={PREVIEW_PX}
        role="img"
        aria-label="Preview of your picture"
        className={css.canvas}
        onPointerDown={grab}
        onPointerMove={pull}
        onPointerUp={release}
        onPointerCancel={release}
      />
      <Slider label="Zoom" min={1} max={ZOOM_MAX} value={crop.zoom} onValue={(zoom) => onCrop({ ...crop, zoom })} />
      <Slider label="Across" value={crop.across} onValue={(across) => onCrop({ ...crop, across })} />
      <Slider label="Down" value={crop.down} onValue={(down) => onCrop({ ...crop, down })} />
    </Stack>
  )
}

interface SliderProps {
  label: string
  min?: number
  max?: number
  value: number
  onValue: (value: number) => void
}

function Slider({ label, min = 0, max = 1, value, onValue }: SliderProps) {
  return (
    <label className={css.slider}>
      <Text as="span">{label}</Text>
      <input
        type="range"
        className={css.range}
        min={min}
        max={max}
        step={(max - min) / 100}
        value={value}
        onChange={(event) => onValue(event.target.valueAsNumber)}
      />
    </label>
  )
}

function useCropDrawing(picture: ImageBitmap, crop: Crop) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  return canvas
}
