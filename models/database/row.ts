import { type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'

/** What every model extends: its columns are its declared fields. */
export abstract class Row<Self extends Model> extends Model<
  InferAttributes<Self>,
  InferCreationAttributes<Self>
> {}
