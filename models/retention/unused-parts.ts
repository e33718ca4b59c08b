/** Of `:consultationId`: what documents were written from and none of them has any more. */
export const UNUSED_PARTS = `DELETE FROM document_origin_parts
  WHERE consultation_id = :consultationId AND part NOT IN
    (SELECT part FROM document_origin_uses WHERE consultation_id = :consultationId)`
