import { notFound } from '../errors.ts'
import type { Device } from './device.ts'
import type { DeviceStore, UserStore } from './ports.ts'

interface Deps {
  store: DeviceStore & UserStore
  now: () => Date
}

/** Devices, for the administrator. Unknown ids throw `not_found`. */
export interface ManageDevices {
  /** Of one user, the newest first; those that ended too. */
  listDevices(userId: string): Promise<Device[]>
  /** Its tokens are refused from the next request on, those of its visits too. */
  revokeDevice(id: string): Promise<Device>
}

export function manageDevices({ store, now }: Deps): ManageDevices {
  return {
    listDevices: (userId) => store.listDevices(userId),
    async revokeDevice(id) {
      const device = await store.endDevice(id, { at: now(), because: 'administrator' })
      if (!device) throw notFound('Dispositivo não encontrado.')
      return device
    },
  }
}
