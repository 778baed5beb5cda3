import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { type PictureSize, uploadPicture } from '#contract/accounts/pictures.ts'
import { isLacking, Refused } from '#src/api/errors.ts'
import { upload } from '#src/api/upload.ts'
import { useConnection } from '#src/cache/connection.ts'
import { refetchAll } from '#src/cache/refetch.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { removePicture } from '../actions.ts'
import { useSession } from '../session/session.ts'
import { CropFrame } from './CropFrame.tsx'
import { type Crop, wholeCrop } from './crop.ts'
import { decodePicture, encodePicture, UnfitPicture } from './encode.ts'

interface PictureDialogProps {
  member: string
  hasPicture: boolean
  onClose: () => void
}

/** The chosen picture stays until it has been saved. */
export function PictureDialog({ member, hasPicture, onClose }: PictureDialogProps) {
  const client = useQueryClient()
  const { dispatch } = useDispatch()
  const { isReachable } = useConnection()
  const { signal } = useSession()
  const [picture, setPicture] = useState<ImageBitmap>()
  const [crop, setCrop] = useState<Crop>(wholeCrop)
  const { failure, isBusy, fail, attempt } = useAttempt(`${uploadPicture.failure}.`)

  /** Runs work that may find the picture unfit; then shows why and returns undefined. */
  const ifFit = async <T,>(work: Promise<T>): Promise<T | undefined> => {
    fail(undefined)
    try {
      return await work
    } catch (error) {
      if (!(error instanceof UnfitPicture)) throw error
      fail(error.message)
      return undefined
    }
  }
  const choose = async (file: File) => {
    const next = await ifFit(decodePicture(file))
    if (!next) return
    setPicture(next)
    setCrop(wholeCrop)
  }
  const save = async (chosen: ImageBitmap) => {
    const sizes = await ifFit(encodePicture(chosen, crop))
    if (!sizes) return
    await attempt(async () => {
      await sendPicture(member, sizes, signal)
      void refetchAll(client)
      toast({ title: 'Picture saved' })
      onClose()
    })
  }
  const removeAndClose = async () => {
    if (!(await dispatch(removePicture, { user: member }))) return
    toast({ title: 'Picture removed' })
    onClose()
  }
  const actions = (
    <>
      {hasPicture && !picture && (
        <Button block variant="quiet" onClick={() => void removeAndClose()}>
          Remove Picture
        </Button>
      )}
      <FileButton isFirst={!picture} onFile={(file) => void choose(file)} />
      {picture && (
        <Button block busy={isBusy} onClick={() => void save(picture)}>
          {isBusy ? 'Saving...' : 'Save Picture'}
        </Button>
      )}
    </>
  )
  return (
    <Dialog onClose={onClose} title="Your picture" actions={actions}>
      {failure && <Alert>{failure}</Alert>}
      {picture ? (
        <CropFrame picture={picture} crop={crop} onCrop={setCrop} />
      ) : (
        <Text tone="quiet">It is resized on this device. What the camera added, such as the place, is removed.</Text>
      )}
      {!isReachable && <Text tone="swag">Saving a picture needs a connection. It stays here until there is one.</Text>}
    </Dialog>
  )
}

/** A button over the browser's own file chooser, which can't be styled. */
function FileButton({ isFirst, onFile }: { isFirst: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Allows the same file to be chosen again.
    event.target.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <input ref={input} type="file" accept="image/*" hidden aria-label="Picture file" onChange={onChange} />
      <Button block variant={isFirst ? 'primary' : 'quiet'} onClick={() => input.current?.click()}>
        {isFirst ? 'Choose Picture' : 'Choose Another'}
      </Button>
    </>
  )
}

/** Sent at once: a picture is never queued in an outbox. Throws as `call` does. */
async function sendPicture(
  user: string,
  sizes: Readonly<Record<PictureSize, Blob>>,
  stopped: AbortSignal,
): Promise<void> {
  const body = new FormData()
  for (const [size, blob] of Object.entries(sizes)) body.append(size, blob, `${size}.jpg`)
  try {
    await upload(uploadPicture, { user, client_id: uuid() }, body, stopped)
  } catch (error) {
    if (!isLacking(error)) throw error
    throw new Refused(error.status, '', { sentence: 'This server does not store pictures.' })
  }
}
