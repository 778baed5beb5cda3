import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chips.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { preparePicture, toFile } from '#src/ui/draw-picture.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { canShareFiles, saveImage, shareImage } from '#src/ui/share-image.ts'
import { toast } from '#src/ui/toast.ts'
import * as css from './CardDialog.css.ts'
import { type CardContent, type CardFormat, cardSizes, toCardText } from './card.ts'
import { layoutCard } from './layout-card.ts'

const LABELS: Readonly<Record<CardFormat, string>> = { story: 'Story', square: 'Square' }
const FORMATS: readonly CardFormat[] = ['story', 'square']

interface CardDialogProps {
  content: CardContent
  /** The beginning of the file's name: the period. */
  name: string
  onClose: () => void
}

/** A recap image, rendered on the device, to share or to save. */
export function CardDialog({ content, name, onClose }: CardDialogProps) {
  const [format, setFormat] = useState<CardFormat>('story')
  const canvas = useRef<HTMLCanvasElement>(null)
  const isRendered = useCardRendering(canvas, content, format)
  const send = async (how: (file: File) => Promise<void> | void) => {
    if (canvas.current === null) return
    try {
      await how(await toFile(canvas.current, `flipside-${name}-${format}.png`))
    } catch (error) {
      console.warn('The card could not be exported.', error)
      toast({ title: "Couldn't make the picture", description: 'Take a screenshot instead.' })
    }
  }
  const actions = (
    <>
      {canShareFiles() && (
        <Button busy={!isRendered} onClick={() => void send((file) => shareImage(file, content.title))}>
          Share
        </Button>
      )}
      <Button variant="quiet" busy={!isRendered} onClick={() => void send(saveImage)}>
        Save picture
      </Button>
    </>
  )
  return (
    <Dialog onClose={onClose} title="Share as a picture" actions={actions}>
      <Stack gap="m">
        <Row gap="s" justify="center">
          {FORMATS.map((each) => (
            <Chip key={each} isChosen={each === format} aria-pressed={each === format} onClick={() => setFormat(each)}>
              {LABELS[each]}
            </Chip>
          ))}
        </Row>
        <canvas
          ref={canvas}
          className={css.canvas[format]}
          {...cardSizes[format]}
          role="img"
          aria-label={toCardText(content)}
        />
      </Stack>
    </Dialog>
  )
}

/** Draws the card once its fonts are loaded. Returns whether it is rendered. */
function useCardRendering(
  canvas: { readonly current: HTMLCanvasElement | null },
  content: CardContent,
  format: CardFormat,
): boolean {
  const [rendered, setRendered] = useState<CardFormat>()
  useEffect(() => {
    let isOver = false
    const draw = async () => {
      const paint = await preparePicture(cardSizes[format], layoutCard(content, format))
      if (isOver || canvas.current === null) return
      paint(canvas.current)
      setRendered(format)
    }
    void draw()
    return () => {
      isOver = true
    }
  }, [canvas, content, format])
  return rendered === format
}
