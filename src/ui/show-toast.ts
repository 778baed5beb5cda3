import type { ToastContent } from './toast.ts'

/** For the first chunk: the toasts load after it. Without them nothing is shown. */
export const showToast = (content: ToastContent): Promise<void> =>
  import('./toast.ts').then(
    ({ toast }) => void toast(content),
    (error: unknown) => console.warn('A toast could not be shown.', content.title, error),
  )
