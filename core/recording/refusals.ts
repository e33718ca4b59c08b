/** Why recording says no: codes and words. */
import type { Consultation } from '../consultation/consultation.ts'
import { AppError, notFound } from '../errors.ts'

/** A patient who refused is not recorded (CFM 2.454/2026); a canceled visit takes no more sound. */
export function requireConsent({ consent, status }: Consultation, consentFirst = false) {
  if (consent.status === 'refused')
    throw new AppError(
      'forbidden',
      'consent_refused',
      'O paciente não autorizou a gravação desta consulta.',
    )
  if (consentFirst && consent.status === 'not_recorded')
    throw new AppError(
      'forbidden',
      'consent_required',
      'Registre primeiro se o paciente autoriza a gravação.',
    )
  if (status === 'canceled')
    throw new AppError(
      'conflict',
      'consultation_canceled',
      'A consulta foi cancelada e não pode ser gravada.',
    )
}

export function unknownRecording(): AppError {
  return notFound('Gravação não encontrada.')
}

export function recordingElsewhere(): AppError {
  return new AppError(
    'unavailable',
    'recording_elsewhere',
    'A gravação continuou em outro servidor. Retome a gravação.',
    { retryAfterS: 1 },
  )
}

export function idTaken(): AppError {
  return new AppError(
    'conflict',
    'recording_conflict',
    'Este identificador de gravação já está em uso.',
  )
}

export function frameConflict(): AppError {
  return new AppError(
    'conflict',
    'frame_conflict',
    'O áudio enviado não corresponde ao que já está guardado. Nada foi apagado.',
  )
}

export function recordingFinished(): AppError {
  return new AppError(
    'conflict',
    'recording_finished',
    'Esta gravação já foi encerrada. Envie o áudio restante como um arquivo.',
  )
}

export function recordingTooLong(maxDurationMs: number): AppError {
  const hours = Math.floor(maxDurationMs / 3_600_000)
  return new AppError(
    'too-large',
    'recording_too_long',
    `A gravação passou do limite de ${hours} horas. Inicie outra gravação para continuar.`,
  )
}
