import { createFileRoute } from '@tanstack/react-router'
import { InstanceForm } from '#src/moderation/InstanceForm.tsx'
import { AdminScreen } from './-admin/AdminScreen.tsx'

export const Route = createFileRoute('/admin/instance')({
  staticData: { title: 'Server settings' },
  component: () => (
    <AdminScreen title="Server settings">
      <InstanceForm />
    </AdminScreen>
  ),
})
