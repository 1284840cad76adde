import { answerMaintenance } from '@/lib/questions/cluster/answer/maintenance'
import { maintenanceRoute } from '@/lib/questions/cluster/contract'
import { handle } from '@/lib/server/handle'

export const GET = handle(maintenanceRoute, answerMaintenance)
