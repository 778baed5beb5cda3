import { toast } from './toast.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    console.warn('A text could not be copied.', error)
    toast({ title: "Couldn't copy. Select the text and copy it.", variant: 'destructive' })
    return
  }
  toast({ title: 'Copied' })
}
