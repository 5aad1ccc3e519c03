#!/usr/bin/env bash
# One run in shards on a Slurm cluster, and what joins them. On the login node:
#
#   SHARDS=64 OUT=/scratch/my-war bash slurm.sh my-war.yaml --games 1_000_000_000 --rows none
#
# submits an array of 64 tasks, and a job that waits for them and joins them in
# /scratch/my-war/all. OUT is a folder that all nodes see. When the time was too
# short, or a node died, the same command goes on from there.
#SBATCH --job-name=polemos
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=1G
#SBATCH --time=08:00:00
#SBATCH --requeue
set -euo pipefail

export SHARDS=${SHARDS:-8} OUT=${OUT:-runs/slurm}

if [ -z "${SLURM_JOB_ID:-}" ]; then
	[ $# -gt 0 ] || { echo "slurm.sh needs a scenario: bash slurm.sh inkopah --games 1_000_000_000" >&2; exit 2; }
	mkdir -p "$OUT"
	array=$(sbatch --parsable --array="1-$SHARDS" --output="$OUT/shard-%a.log" "$0" "$@")
	sbatch --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --output="$OUT/merge.log" "$0" "$@"
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
	exec srun polemos run "$@" --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" --out "$OUT/shard-$SLURM_ARRAY_TASK_ID" \
		--workers "${SLURM_CPUS_PER_TASK:-1}" --log-format text
else
	shards=()
	for ((i = 1; i <= SHARDS; i++)); do shards+=("$OUT/shard-$i"); done
	exec srun polemos merge "${shards[@]}" --out "$OUT/all"
fi
