import { createFileRoute } from '@tanstack/react-router'
import { MusicChanges } from '#src/moderation/MusicChanges.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/music')({
  staticData: { title: 'Music' },
  component: () => (
    <AdminScreen title="Music">
      <MusicChanges />
    </AdminScreen>
  ),
})
