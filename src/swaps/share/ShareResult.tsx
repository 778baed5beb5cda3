import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.ts'
import type { Half } from '../status.ts'

/** Shares the result as a picture, by the system's share sheet, else as a download. */
export function ShareResult({ subtitle, a, b }: { subtitle: string; a: Half; b: Half }) {
  const [isDrawing, setDrawing] = useState(false)
  const share = async () => {
    setDrawing(true)
    try {
      // Loaded on demand.
      const [{ layoutResult, resultSize }, { preparePicture, toFile }, { canShareFiles, saveImage, shareImage }] =
        await Promise.all([
          import('./layout-result.ts'),
          import('#src/ui/draw-picture.ts'),
          import('#src/ui/share-image.ts'),
        ])
      const canvas = document.createElement('canvas')
      const draw = await preparePicture(resultSize, layoutResult(subtitle, a, b))
      draw(canvas)
      const file = await toFile(canvas, 'track-swap.png')
      if (canShareFiles()) await shareImage(file, 'Track Swap Results')
      else saveImage(file)
    } catch (error) {
      console.warn('A result could not be shared.', error)
      toast({ title: 'The picture could not be made.', variant: 'destructive' })
    } finally {
      setDrawing(false)
    }
  }
  return (
    <Button block variant="quiet" busy={isDrawing} onClick={() => void share()}>
      Share as a picture
    </Button>
  )
}
