#!/bin/bash
#SBATCH --job-name=arena
#SBATCH --array=1-3
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append

# Exports ARENA_STORE and PGPASSWORD; readable by you only.
source "$HOME/.arena-store"

# Two minutes before the end of its time Slurm sends SIGTERM to this process: running games finish, none begin.
exec arena resume --concurrency "$(((SLURM_CPUS_PER_TASK + 1) / 2))" --quiet
