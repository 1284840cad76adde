import { handle } from '@/lib/http/handle'
import { answerMaintenance } from '@/lib/questions/cluster/answer/maintenance'
import { maintenanceRoute } from '@/lib/questions/cluster/contract'

export const GET = handle(maintenanceRoute, answerMaintenance)
