import { createFileRoute } from '@tanstack/react-router'
import { ShareIn } from './-share/ShareIn.tsx'

export const Route = createFileRoute('/share')({
  /** The share target in the manifest: parsed where it is used. */
  validateSearch: (search: { title?: string; text?: string; url?: string }) => search,
  staticData: { title: 'Share a Track' },
  component: ShareIn,
})
