// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Many calls in one, at the address where clients that collect theirs look for Multicall3: those made with wagmi, and
/// with viem where it is told to.
contract DevnetMulticall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    error CallFailed(uint256 index);

    /// @notice What each call returns, or reverts with; one that may not fail undoes them all.
    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 index = 0; index < calls.length; index++) {
            results[index] = perform(calls[index].target, calls[index].callData);
            require(results[index].success || calls[index].allowFailure, CallFailed(index));
        }
    }

    /// @notice The same, where none or every one of the calls may fail.
    function tryAggregate(bool requireSuccess, Call[] calldata calls)
        external
        payable
        returns (Result[] memory results)
    {
        results = new Result[](calls.length);
        for (uint256 index = 0; index < calls.length; index++) {
            results[index] = perform(calls[index].target, calls[index].callData);
            require(results[index].success || !requireSuccess, CallFailed(index));
        }
    }

    function getBlockNumber() external view returns (uint256) {
        return block.number;
    }

    function getCurrentBlockTimestamp() external view returns (uint256) {
        return block.timestamp;
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }

    function perform(address target, bytes calldata callData) private returns (Result memory result) {
        (result.success, result.returnData) = target.call(callData);
    }
}
