/**
 * A secret that is handed to the service alone: nobody else can look at it, or it is shown with
 * what permissions they like.
 */
export function isHandedOver(path: string): boolean {
  return /^\/(dev\/fd|proc|run\/(credentials|secrets))\//.test(path)
}
