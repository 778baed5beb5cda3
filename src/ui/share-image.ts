import { saveFile } from './save-file.ts'
import { toast } from './toast.ts'

export function canShareFiles(): boolean {
  const probe = new File([''], 'probe.png', { type: 'image/png' })
  // Older browsers lack both functions, which the types do not say.
  return 'canShare' in navigator && navigator.canShare({ files: [probe] })
}

/** Opens the system's share sheet with an image; saves it if that fails. */
export async function shareImage(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title })
  } catch (error) {
    // The user cancelled, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    saveImage(file)
  }
}

export function saveImage(file: File): void {
  saveFile(file, file.name)
  toast({ title: 'Picture saved' })
}
