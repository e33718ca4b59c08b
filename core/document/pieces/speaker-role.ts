/**
 * Who speaks, as far as a record needs to know: everybody with the patient tells the patient's
 * story. See `voices.ts`.
 */
export type Role = 'doctor' | 'patient'
